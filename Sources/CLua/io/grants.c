// Permissions of a state. Folders are opened once, so a permission keeps its folder even if the path changes.
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

// A folder that was named without `..` is also known by that name, links or not.
static char *named_absolutely(const char *name) {
  for (const char *at = name; (at = strstr(at, "..")) != NULL; at += 2) {
    if ((at == name || at[-1] == '/') && (at[2] == '\0' || at[2] == '/')) return NULL;
  }
  if (name[0] == '/') return strdup(name);
  char *folder = getcwd(NULL, 0), *result = NULL;
  if (folder != NULL && asprintf(&result, "%s/%s", folder, name) < 0) result = NULL;
  free(folder);
  return result;
}

static bool is_beneath(const char *path, const char *folder) {
  size_t length = strlen(folder);
  return strncmp(path, folder, length) == 0 && (path[length] == '\0' || path[length] == '/' || folder[1] == '\0');
}

// An access to a folder extends to the folders below.
static void add_access(okit_grants *grants, okit_folder *added) {
  for (size_t i = 0; i < grants->folder_count; i++) {
    okit_folder *other = &grants->folders[i];
    if (is_beneath(other->real, added->real)) other->access |= added->access;
    if (is_beneath(added->real, other->real)) added->access |= other->access;
  }
}

// Another folder may have taken its place meanwhile.
static bool is_what_is_named(const okit_folder *folder) {
  struct stat opened, found;
  if (folder->real == NULL || fstat(folder->descriptor, &opened) != 0 || stat(folder->real, &found) != 0) return false;
  errno = ESTALE;
  return okit_is_same(&opened, &found);
}

static bool add_folder(okit_grants *grants, const char *name, int access) {
  okit_folder *folders = realloc(grants->folders, (grants->folder_count + 1) * sizeof *folders);
  if (folders == NULL) return false;
  grants->folders = folders;
  int descriptor = open(name, O_PATH | O_DIRECTORY | O_CLOEXEC);
  okit_folder added = {.descriptor = descriptor, .access = access, .is_for_writing = access == OKIT_WRITE};
  if (added.descriptor < 0) return false;
  added.real = realpath(name, NULL);
  if (!is_what_is_named(&added)) {
    int reason = errno;
    close(added.descriptor);
    free(added.real);
    errno = reason;
    return false;
  }
  struct statfs system;
  added.is_process_information = fstatfs(added.descriptor, &system) == 0 && system.f_type == OKIT_PROCESS_INFORMATION;
  added.given = named_absolutely(name);
  add_access(grants, &added);
  grants->folders[grants->folder_count++] = added;
  return true;
}

static bool kernel_resolves(void) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_BENEATH};
  long descriptor = syscall(SYS_openat2, AT_FDCWD, ".", &how, sizeof how);
  if (descriptor >= 0) close((int)descriptor);
  return descriptor >= 0;
}

static const char *add_folders(okit_grants *grants, okit_scope scope, int access) {
  if (scope.all) grants->everywhere |= access;
  const char *name = scope.names.bytes;
  for (size_t left = scope.names.length; left > 0;) {
    size_t length = strnlen(name, left) + 1;
    if (!add_folder(grants, name, access)) return name;
    name += length;
    left -= length;
  }
  return NULL;
}

okit_grants *okit_open_grants(okit_permissions permissions, const char **refused) {
  okit_grants *grants = calloc(1, sizeof *grants);
  *refused = NULL;
  if (grants == NULL) return NULL;
  grants->any_variable = permissions.environment.all;
  grants->system = permissions.system;
  grants->native = permissions.native;
  grants->walks = permissions.walks || !kernel_resolves();
  size_t length = permissions.environment.names.length;
  grants->variables = calloc(1, length + 1);
  if (grants->variables != NULL && length > 0) memcpy(grants->variables, permissions.environment.names.bytes, length);
  grants->prefix = strdup(permissions.prefix);
  *refused = add_folders(grants, permissions.read, OKIT_READ);
  if (*refused == NULL) *refused = add_folders(grants, permissions.write, OKIT_WRITE);
  if (*refused != NULL || grants->variables == NULL || grants->prefix == NULL) {
    int reason = errno;
    okit_free_grants(grants);
    errno = reason;
    return NULL;
  }
  for (size_t i = 0; i < grants->folder_count; i++) grants->folders[i].access |= grants->everywhere;
  return grants;
}

void okit_free_grants(okit_grants *grants) {
  if (grants == NULL) return;
  for (size_t i = 0; i < grants->folder_count; i++) {
    close(grants->folders[i].descriptor);
    free(grants->folders[i].real);
    free(grants->folders[i].given);
  }
  free(grants->folders);
  free(grants->variables);
  free(grants->prefix);
  free(grants);
}

bool okit_has_folder(const okit_grants *grants, int access) {
  for (size_t i = 0; i < grants->folder_count; i++) {
    if ((grants->folders[i].access & access) != 0) return true;
  }
  return (grants->everywhere & access) != 0;
}

bool okit_may_read_variable(const okit_grants *grants, const char *variable) {
  if (grants->any_variable) return true;
  for (const char *granted = grants->variables; *granted != '\0'; granted += strlen(granted) + 1) {
    if (strcmp(granted, variable) == 0) return true;
  }
  return false;
}
