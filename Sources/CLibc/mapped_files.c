#define _GNU_SOURCE
#define _DARWIN_C_SOURCE

#include "mapped_files.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// The mapped ranges, in blocks that are never freed or moved: the signal's handler may look through them at any moment. A free
// entry has the end 0.

enum { entries_per_block = 1024 };

struct entry {
  _Atomic(uintptr_t) start;
  _Atomic(uintptr_t) end;
};

struct block {
  struct entry entries[entries_per_block];
  _Atomic(struct block *) next;
};

static struct block first_block;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_bool is_cut;
static struct sigaction earlier;
static uintptr_t page_size;

static bool is_mapped(uintptr_t address) {
  for (struct block *block = &first_block; block != NULL; block = atomic_load(&block->next)) {
    for (int index = 0; index < entries_per_block; index++) {
      struct entry *entry = &block->entries[index];
      if (address < atomic_load(&entry->end) && address >= atomic_load(&entry->start)) return true;
    }
  }
  return false;
}

// Puts a page of zeros in place of the lost one. The instruction that read it runs again when the handler returns.
static void on_bus_error(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  uintptr_t address = (uintptr_t)info->si_addr;
  if (is_mapped(address)) {
    int error = errno;
    void *page = (void *)(address & ~(page_size - 1));
    void *zeros = mmap(page, page_size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    errno = error;
    if (zeros != MAP_FAILED) {
      atomic_store(&is_cut, true);
      return;
    }
  }
  // None of ours: the signal comes again and does what it did before.
  sigaction(SIGBUS, &earlier, NULL);
}

static void prepare(void) {
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  action.sa_sigaction = on_bus_error;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &earlier);
}

static bool enter(uintptr_t start, size_t count) {
  for (struct block *block = &first_block;;) {
    for (int index = 0; index < entries_per_block; index++) {
      struct entry *entry = &block->entries[index];
      if (atomic_load(&entry->end) != 0) continue;
      atomic_store(&entry->start, start);
      atomic_store(&entry->end, start + count);
      return true;
    }
    struct block *next = atomic_load(&block->next);
    if (next == NULL) {
      next = calloc(1, sizeof *next);
      if (next == NULL) return false;
      atomic_store(&block->next, next);
    }
    block = next;
  }
}

static void leave(uintptr_t start) {
  for (struct block *block = &first_block; block != NULL; block = atomic_load(&block->next)) {
    for (int index = 0; index < entries_per_block; index++) {
      struct entry *entry = &block->entries[index];
      if (atomic_load(&entry->end) == 0 || atomic_load(&entry->start) != start) continue;
      atomic_store(&entry->end, 0);
      return;
    }
  }
}

const void *mapped_files_map(int file, off_t offset, size_t count) {
  pthread_once(&once, prepare);
  void *start = mmap(NULL, count, PROT_READ, MAP_PRIVATE, file, offset);
  if (start == MAP_FAILED) return NULL;
  pthread_mutex_lock(&lock);
  bool is_entered = enter((uintptr_t)start, count);
  pthread_mutex_unlock(&lock);
  if (is_entered) return start;
  munmap(start, count);
  errno = ENOMEM;
  return NULL;
}

void mapped_files_unmap(const void *start, size_t count) {
  pthread_mutex_lock(&lock);
  leave((uintptr_t)start);
  pthread_mutex_unlock(&lock);
  munmap((void *)start, count);
}

bool mapped_files_are_cut(void) { return atomic_load(&is_cut); }
