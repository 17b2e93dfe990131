#include "CWoff2.h"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <woff2/encode.h>

namespace {

/// Keeps the C library's stderr stream quiet while one of these lives.
///
/// The encoder reports every table it reads there. Only the stream is exchanged, not the file descriptor, so
/// messages that the program itself writes at the same time are not lost.
class QuietStream {
 public:
  QuietStream() {
    const std::lock_guard<std::mutex> lock(mutex);
    if (living++ > 0) return;
    kept = stderr;
    sink = std::fopen("/dev/null", "w");
    if (sink) stderr = sink;
  }

  ~QuietStream() {
    const std::lock_guard<std::mutex> lock(mutex);
    if (--living > 0) return;
    stderr = kept;
    if (sink) std::fclose(sink);
  }

  QuietStream(const QuietStream &) = delete;
  QuietStream &operator=(const QuietStream &) = delete;

 private:
  static inline std::mutex mutex;
  static inline int living;
  static inline FILE *kept;
  static inline FILE *sink;
};

}  // namespace

size_t cwoff2_bound(const uint8_t *sfnt, size_t count) { return woff2::MaxWOFF2CompressedSize(sfnt, count); }

size_t cwoff2_compress(const uint8_t *sfnt, size_t count, int quality, uint8_t *woff2, size_t capacity) {
  QuietStream quiet;
  // The encoder pads its output to four bytes without writing them, so they must not hold what memory held before.
  std::fill_n(woff2, capacity, uint8_t{0});
  woff2::WOFF2Params params;
  params.brotli_quality = quality;
  size_t written = capacity;
  return woff2::ConvertTTFToWOFF2(sfnt, count, woff2, &written, params) ? written : 0;
}
