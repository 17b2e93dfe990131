#pragma once
#include <stdbool.h>
#include <stdint.h>

// Questions to ICU about the names of hosts. ICU's own headers stay in `host.c`: Swift brings an ICU of its own, and
// a compilation that saw both sets of headers would find every enum declared twice.

/// ICU's tables for names: UTS #46 without its transitional mappings, and the confusables of UTS #39.
typedef struct ChatHosts ChatHosts;

ChatHosts *_Nullable chat_open_hosts(void);

void chat_close_hosts(ChatHosts *_Nonnull hosts);

/// Writes the name as it is resolved, in ASCII (UTS #46 ToASCII); returns its length, or −1 when it is no valid name.
int32_t chat_host_ascii(
    const ChatHosts *_Nonnull hosts, const char *_Nonnull name, int32_t length, char *_Nonnull text, int32_t capacity);

/// Writes the name as it is read (UTS #46 ToUnicode) and whether it is valid; returns its length, or −1.
int32_t chat_host_unicode(
    const ChatHosts *_Nonnull hosts, const char *_Nonnull name, int32_t length, char *_Nonnull text, int32_t capacity,
    bool *_Nonnull valid);

/// True if a label mixes scripts or digits that are not written together (UTS #39 §5.2, above "highly restrictive"), or
/// has marks that do not show.
bool chat_label_is_mixed(const ChatHosts *_Nonnull hosts, const char *_Nonnull label, int32_t length);

/// Writes the skeleton of a label: equal for labels that look alike (UTS #39 §4); returns its length, or −1.
int32_t chat_label_skeleton(
    const ChatHosts *_Nonnull hosts, const char *_Nonnull label, int32_t length, char *_Nonnull text, int32_t capacity);
