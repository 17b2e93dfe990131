#define _GNU_SOURCE
#include "loaded_objects.h"

#ifdef __linux__

#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct request {
  void *context;
  void (*body)(void *, const char *, const unsigned char *, size_t);
};

/// The build id among the notes of a segment, or null.
static const unsigned char *build_id(const unsigned char *note, size_t left, size_t alignment, size_t *count) {
  const size_t mask = alignment == 8 ? 7 : 3;
  while (left >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) head;
    memcpy(&head, note, sizeof head);
    const size_t name = (head.n_namesz + mask) & ~mask, content = (head.n_descsz + mask) & ~mask;
    if (name > left - sizeof head || content > left - sizeof head - name) return 0;
    if (head.n_type == NT_GNU_BUILD_ID && head.n_namesz == 4 && !memcmp(note + sizeof head, "GNU", 4)) {
      *count = head.n_descsz;
      return note + sizeof head + name;
    }
    note += sizeof head + name + content;
    left -= sizeof head + name + content;
  }
  return 0;
}

static int visit(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  const struct request *request = data;
  // The kernel's own part has no file.
  if (object->dlpi_name[0] && !strchr(object->dlpi_name, '/')) return 0;
  const unsigned char *id = 0;
  size_t count = 0;
  for (int place = 0; place < object->dlpi_phnum && !id; place++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[place];
    if (segment->p_type == PT_NOTE)
      id = build_id((const unsigned char *)object->dlpi_addr + segment->p_vaddr, segment->p_memsz, segment->p_align, &count);
  }
  request->body(request->context, object->dlpi_name, id, count);
  return 0;
}

void loaded_objects(void *context, void (*body)(void *, const char *, const unsigned char *, size_t)) {
  struct request request = {context, body};
  dl_iterate_phdr(visit, &request);
}

/// True if the loader wrote into the object's code, which is then not as it is in its file.
static int has_changed_code(const struct dl_phdr_info *object) {
  for (int place = 0; place < object->dlpi_phnum; place++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[place];
    if (segment->p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + segment->p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL)) return 1;
    }
  }
  return 0;
}

static int give_back(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  (void)data;
  if (object->dlpi_name[0] && !strchr(object->dlpi_name, '/')) return 0;
  if (has_changed_code(object)) return 0;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  for (int place = 0; place < object->dlpi_phnum; place++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[place];
    if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
    const uintptr_t start = (object->dlpi_addr + segment->p_vaddr) & ~(page - 1);
    const uintptr_t end = (object->dlpi_addr + segment->p_vaddr + segment->p_filesz) & ~(page - 1);
    if (end > start) madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void loaded_objects_give_back(void) { dl_iterate_phdr(give_back, 0); }

#else

void loaded_objects_give_back(void) {}

void loaded_objects(void *context, void (*body)(void *, const char *, const unsigned char *, size_t)) {
  (void)context;
  (void)body;
}

#endif
