#define _GNU_SOURCE
#define _DARWIN_C_SOURCE

#include "process_limits.h"

#include <limits.h>
#include <pthread.h>
#include <sys/resource.h>

static uint64_t number(rlim_t limit) { return limit == RLIM_INFINITY ? UINT64_MAX : (uint64_t)limit; }

uint64_t process_limits_raise_open_files(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return UINT64_MAX;
  // More than any run needs; some systems refuse a number as high as their own limit.
  rlim_t wanted = limit.rlim_max < 4096 ? limit.rlim_max : 4096;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < wanted) {
    struct rlimit raised = {.rlim_cur = wanted, .rlim_max = limit.rlim_max};
    if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  return number(limit.rlim_cur);
}

uint64_t process_limits_address_space(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_AS, &limit) == 0 ? number(limit.rlim_cur) : UINT64_MAX;
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *pass_gate(void *context) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return context;
}

int process_limits_try_threads(int count) {
  enum { most = 64 };
  pthread_t threads[most];
  if (count > most) count = most;
  int started = 0;
  // All wait at the gate, so that they exist at the same time.
  pthread_mutex_lock(&gate);
  while (started < count && pthread_create(&threads[started], NULL, pass_gate, NULL) == 0) started++;
  pthread_mutex_unlock(&gate);
  for (int index = 0; index < started; index++) pthread_join(threads[index], NULL);
  return started;
}
