// From a path to an open file, as far as the grants allow. Every function that opens, removes or renames uses this.
//
// In a permitted folder the kernel resolves the rest of the path in one call that cannot leave the folder, however
// links and folders are exchanged meanwhile. Where the kernel has no such call, the path is walked step by step, and no
// link is followed.
#define _GNU_SOURCE
#include "io/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

enum { OKIT_TRIES = 64 };

// MARK: Names

typedef struct part {
  const char *start;
  size_t length;
} part;

// Returns the next component of a path, skipping `.` and empty ones; of length 0 at the end.
static part next_part(const char **path) {
  for (;;) {
    while (**path == '/') (*path)++;
    part part = {*path, strcspn(*path, "/")};
    *path += part.length;
    if (part.length != 1 || *part.start != '.') return part;
  }
}

static bool is_parent(part part) { return part.length == 2 && part.start[0] == '.' && part.start[1] == '.'; }

static bool is_part_at(const char *path, size_t index, part wanted) {
  part found;
  do { found = next_part(&path); } while (index-- > 0 && found.length > 0);
  return found.length == wanted.length && memcmp(found.start, wanted.start, wanted.length) == 0;
}

static size_t depth_of(const char *path) {
  size_t depth = 0;
  while (next_part(&path).length > 0) depth++;
  return depth;
}

// Returns the rest of an absolute path after it last enters a folder, or NULL. This only chooses a start: the rest is
// resolved from the folder, and cannot leave it.
static const char *rest_after(const char *folder, const char *path) {
  size_t wanted = depth_of(folder), depth = 0, same = 0;
  const char *rest = wanted == 0 ? path : NULL;
  for (;;) {
    part part = next_part(&path);
    if (part.length == 0) return rest;
    if (is_parent(part)) {
      if (depth > 0) depth--;
      if (same > depth) same = depth;
      continue;
    }
    if (same == depth && same < wanted && is_part_at(folder, same, part)) same++;
    depth++;
    if (same == wanted && depth == wanted) rest = path;
  }
}

// MARK: Opening

static int by_kernel(int folder, const char *path, int flags, mode_t mode, uint64_t resolve) {
  struct open_how how = {.flags = (uint64_t)flags, .mode = flags & O_CREAT ? mode : 0, .resolve = resolve};
  for (int i = 0; i < OKIT_TRIES; i++) {
    long descriptor = syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (descriptor >= 0) return (int)descriptor;
    // Something was renamed meanwhile.
    if (errno != EAGAIN && errno != EINTR) break;
  }
  return errno == EXDEV ? OKIT_REFUSED : -errno;
}

static int step_down(int folder, part part, int flags, mode_t mode) {
  char name[NAME_MAX + 1];
  if (part.length > NAME_MAX) return -ENAMETOOLONG;
  memcpy(name, part.start, part.length);
  name[part.length] = '\0';
  int descriptor = openat(folder, name, flags | O_NOFOLLOW, mode);
  return descriptor < 0 ? -errno : descriptor;
}

// No link is followed, so `..` can be removed from the text.
static int by_walking(int folder, const char *path, int flags, mode_t mode) {
  part parts[128];
  size_t count = 0, length = strlen(path);
  bool names_folder = length > 0 && path[length - 1] == '/';
  for (part part = next_part(&path); part.length > 0; part = next_part(&path)) {
    if (is_parent(part)) {
      if (count-- == 0) return OKIT_REFUSED;
    } else {
      if (count == sizeof parts / sizeof *parts) return -ENAMETOOLONG;
      parts[count++] = part;
    }
  }
  if (names_folder && flags & O_CREAT) return -EISDIR;
  if (names_folder) flags |= O_DIRECTORY;
  if (count == 0) return step_down(folder, (part){".", 1}, flags, mode);
  int current = folder;
  for (size_t i = 0; i + 1 < count; i++) {
    int next = step_down(current, parts[i], O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    if (current != folder) close(current);
    if (next < 0) return next;
    current = next;
  }
  int result = step_down(current, parts[count - 1], flags, mode);
  if (current != folder) close(current);
  return result;
}

// Files below /proc are not ordinary files: they would expose the environment and the memory of processes.
static int checked(int descriptor, bool allowed) {
  struct statfs system;
  if (descriptor < 0 || allowed) return descriptor;
  if (fstatfs(descriptor, &system) == 0 && system.f_type != OKIT_PROCESS_INFORMATION) return descriptor;
  close(descriptor);
  return OKIT_REFUSED_PROCESS;
}

static int open_anywhere(const okit_grants *grants, const char *name, int flags, mode_t mode) {
  if (!grants->walks) return checked(by_kernel(AT_FDCWD, name, flags, mode, RESOLVE_NO_MAGICLINKS), false);
  int descriptor = open(name, flags, mode);
  return checked(descriptor < 0 ? -errno : descriptor, false);
}

static int open_beneath(const okit_grants *grants, const okit_folder *folder, const char *rest, int flags,
                        mode_t mode) {
  if (grants->walks) return checked(by_walking(folder->descriptor, rest, flags, mode), folder->is_process_information);
  while (*rest == '/') rest++;
  const uint64_t resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  return checked(
    by_kernel(folder->descriptor, *rest != '\0' ? rest : ".", flags, mode, resolve), folder->is_process_information);
}

int okit_open_name(const okit_grants *grants, int access, const char *name, int flags, mode_t mode) {
  char path[2 * PATH_MAX];
  size_t length = strlen(name);
  if (length == 0) return -ENOENT;
  if (length >= PATH_MAX) return -ENAMETOOLONG;
  if ((grants->everywhere & access) == access) return open_anywhere(grants, name, flags, mode);
  size_t start = 0;
  if (name[0] != '/') {
    if (getcwd(path, PATH_MAX) == NULL) return -errno;
    start = strlen(path);
    path[start++] = '/';
  }
  memcpy(path + start, name, length + 1);
  int refusal = OKIT_REFUSED;
  for (size_t i = 0; i < grants->folder_count; i++) {
    const okit_folder *folder = &grants->folders[i];
    if ((folder->access & access) != access) continue;
    const char *names[] = {folder->real, folder->given};
    for (size_t k = 0; k < 2; k++) {
      const char *rest = names[k] != NULL ? rest_after(names[k], path) : NULL;
      int result = rest != NULL ? open_beneath(grants, folder, rest, flags, mode) : OKIT_REFUSED;
      if (result == OKIT_REFUSED_PROCESS) refusal = result;
      if (result != OKIT_REFUSED && result != OKIT_REFUSED_PROCESS) return result;
    }
  }
  return refusal;
}

int okit_open_parent(const okit_grants *grants, const char *name, char *last) {
  char folder[PATH_MAX];
  size_t length = strlen(name), end = length;
  if (length == 0) return -ENOENT;
  if (length >= PATH_MAX) return -ENAMETOOLONG;
  while (end > 0 && name[end - 1] == '/') end--;
  size_t start = end;
  while (start > 0 && name[start - 1] != '/') start--;
  part part = {name + start, end - start};
  if (part.length == 0 || is_parent(part) || (part.length == 1 && *part.start == '.')) return -EINVAL;
  if (part.length > NAME_MAX) return -ENAMETOOLONG;
  memcpy(last, part.start, part.length);
  // A slash at the end asks for a folder; the kernel does not follow a link then either.
  last[part.length] = end < length ? '/' : '\0';
  last[part.length + 1] = '\0';
  memcpy(folder, name, start);
  folder[start] = '\0';
  return okit_open_name(grants, OKIT_WRITE, start > 0 ? folder : ".", O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
}

// Compares the folders themselves, not names: links and moved folders lead here by other names than those of the
// grants.
bool okit_may_read_in(const okit_grants *grants, int folder, bool otherwise) {
  struct stat here, above, granted;
  if (grants->everywhere & OKIT_READ) return true;
  if (fstat(folder, &here) != 0) return otherwise;
  int current = folder;
  for (int depth = 0; depth < PATH_MAX / 2; depth++) {
    for (size_t i = 0; i < grants->folder_count; i++) {
      const okit_folder *one = &grants->folders[i];
      if ((one->access & OKIT_READ) == 0 || fstat(one->descriptor, &granted) != 0) continue;
      if (!okit_is_same(&here, &granted)) continue;
      if (current != folder) close(current);
      return true;
    }
    int next = openat(current, "..", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (current != folder) close(current);
    current = next;
    if (current < 0 || fstat(current, &above) != 0) break;
    if (okit_is_same(&here, &above)) {
      close(current);
      return false;
    }
    here = above;
  }
  if (current >= 0 && current != folder) close(current);
  return otherwise;
}

int okit_open_temporary(const okit_grants *grants, const char **name) {
  if (grants->everywhere & OKIT_WRITE) {
    const char *chosen = okit_may_read_variable(grants, "TMPDIR") ? getenv("TMPDIR") : NULL;
    *name = chosen != NULL && chosen[0] == '/' ? chosen : "/tmp";
    return okit_open_name(grants, OKIT_WRITE, *name, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
  }
  for (size_t i = 0; i < grants->folder_count; i++) {
    const okit_folder *folder = &grants->folders[i];
    if (!folder->is_for_writing) continue;
    *name = folder->given != NULL ? folder->given : folder->real;
    int descriptor = fcntl(folder->descriptor, F_DUPFD_CLOEXEC, 0);
    return descriptor < 0 ? -errno : descriptor;
  }
  return OKIT_REFUSED;
}
