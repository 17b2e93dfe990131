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
  // The next free entry. Guarded by the lock.
  struct entry *next;
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

// The free entries and the last block, guarded by the lock. With the list, a mapping costs the same however many there are: an export
// of 50,000 files has all of them mapped.
static struct entry *free_entries;
static struct block *last_block;

static void release(struct entry *entry) {
  atomic_store(&entry->end, 0);
  entry->next = free_entries;
  free_entries = entry;
}

static struct entry *enter(uintptr_t start, size_t count) {
  if (free_entries == NULL) {
    struct block *block = last_block == NULL ? &first_block : calloc(1, sizeof *block);
    if (block == NULL) return NULL;
    for (int index = entries_per_block - 1; index >= 0; index--) release(&block->entries[index]);
    if (last_block != NULL) atomic_store(&last_block->next, block);
    last_block = block;
  }
  struct entry *entry = free_entries;
  free_entries = entry->next;
  atomic_store(&entry->start, start);
  atomic_store(&entry->end, start + count);
  return entry;
}

struct mapped_file mapped_files_map(int file, off_t offset, size_t count) {
  struct mapped_file none = {NULL, NULL};
  pthread_once(&once, prepare);
  void *start = mmap(NULL, count, PROT_READ, MAP_PRIVATE, file, offset);
  if (start == MAP_FAILED) return none;
  pthread_mutex_lock(&lock);
  struct entry *entry = enter((uintptr_t)start, count);
  pthread_mutex_unlock(&lock);
  if (entry != NULL) return (struct mapped_file){start, entry};
  munmap(start, count);
  errno = ENOMEM;
  return none;
}

void mapped_files_unmap(struct mapped_file file, size_t count) {
  pthread_mutex_lock(&lock);
  release(file.entry);
  pthread_mutex_unlock(&lock);
  munmap((void *)file.start, count);
}

void mapped_files_release(const void *start, size_t count) { madvise((void *)start, count, MADV_DONTNEED); }

bool mapped_files_are_cut(void) { return atomic_load(&is_cut); }
