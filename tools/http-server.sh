#!/bin/sh
# Serves a temporary folder over WebDAV on loopback until standard input ends: `tools/http-server.sh lighttpd|nginx`, or
# over https with the key and the certificate in a file: `tools/http-server.sh lighttpd FILE.pem`.
# Prints the URL as soon as the server listens. lighttpd honours conditions (If-Match); nginx ignores them.
# A line "kill" of standard input kills the server at once; "start" starts it again, at the same URL with the same
# files.
# Installs a missing server on Debian and its derivatives.
set -eu

kind=${1:-}
certificate=${2:-}
scheme=http
usage() { echo "usage: $0 lighttpd [FILE.pem]|nginx" >&2; exit 2; }
case "$kind" in
  lighttpd) program=lighttpd packages="lighttpd lighttpd-mod-webdav" ;;
  nginx) program=nginx packages="nginx-extras" ;;
  *) usage ;;
esac
if [ -n "$certificate" ]; then
  [ "$kind" = lighttpd ] || usage
  scheme=https packages="$packages lighttpd-mod-openssl"
fi
PATH=$PATH:/usr/sbin

if ! command -v "$program" >/dev/null 2>&1 ||
  { [ -n "$certificate" ] && [ ! -e /usr/lib/lighttpd/mod_openssl.so ]; }; then
  command -v apt-get >/dev/null 2>&1 || { echo "$0: install $packages" >&2; exit 1; }
  as_root=""
  [ "$(id -u)" = 0 ] || as_root="sudo"
  # Only the program is needed: its service must not start.
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 $as_root apt-get install -q -y --no-install-recommends $packages >&2
fi

folder=$(mktemp -d)
server=""
finish() {
  [ -z "$server" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null; } || true
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 143' TERM
trap 'exit 130' INT
mkdir "$folder/data" "$folder/uploads" "$folder/locks"

lighttpd_configuration() {
  cat <<END
server.modules = ("mod_webdav")
server.document-root = "$folder/data"
server.upload-dirs = ("$folder/uploads")
server.errorlog = "$folder/error.log"
server.bind = "127.0.0.1"
server.port = $1
# Without a type, a response to GET has no entity tag.
mimetype.assign = (".json" => "application/json", "" => "application/octet-stream")
webdav.activate = "enable"
END
  [ -z "$certificate" ] || cat <<END
server.modules += ("mod_openssl")
ssl.engine = "enable"
ssl.pemfile = "$certificate"
END
}

nginx_configuration() {
  # Otherwise, the workers of root become another user, who cannot write to the folder.
  [ "$(id -u)" != 0 ] || echo "user root;"
  cat <<END
daemon off;
worker_processes 1;
error_log $folder/error.log;
pid $folder/nginx.pid;
events { }
http {
  access_log off;
  client_body_temp_path $folder/uploads;
  proxy_temp_path $folder/uploads;
  fastcgi_temp_path $folder/uploads;
  uwsgi_temp_path $folder/uploads;
  scgi_temp_path $folder/uploads;
  client_max_body_size 256m;
  types { application/json json; }
  default_type application/octet-stream;
  server {
    listen 127.0.0.1:$1;
    location / {
      root $folder/data;
      dav_methods PUT DELETE MKCOL;
      create_full_put_path on;
      dav_access user:rw;
    }
  }
}
END
}

# Whether the server listens on its port; ends when the server has ended.
listens() {
  while kill -0 "$server" 2>/dev/null; do
    if curl -sk -o /dev/null "$scheme://127.0.0.1:$1/"; then return 0; fi
    sleep 0.02
  done
  return 1
}

start() {
  if [ "$kind" = lighttpd ]; then
    lighttpd -D -f "$folder/server.conf" >&2 &
  else
    nginx -p "$folder" -c "$folder/server.conf" >&2 2>/dev/null &
  fi
  server=$!
}

attempt=0
while :; do
  # Another process may take the port before the server does; then the server ends, and the next port is tried.
  port=$((20000 + ($$ * 37 + attempt * 101) % 12000))
  attempt=$((attempt + 1))
  if [ "$kind" = lighttpd ]; then
    lighttpd_configuration "$port" > "$folder/server.conf"
  else
    nginx_configuration "$port" > "$folder/server.conf"
  fi
  start
  if listens "$port" && kill -0 "$server" 2>/dev/null; then break; fi
  wait "$server" 2>/dev/null || true
  server=""
  [ "$attempt" -lt 20 ] || { cat "$folder/error.log" >&2; echo "$0: $kind does not start" >&2; exit 1; }
done

echo "$scheme://127.0.0.1:$port $server"
while read -r command; do
  case "$command" in
    kill)
      kill -9 "$server"
      wait "$server" 2>/dev/null || true
      server=""
      echo "killed"
      ;;
    start)
      start
      listens "$port" || { echo "$0: $kind does not start again" >&2; exit 1; }
      echo "$scheme://127.0.0.1:$port $server"
      ;;
    *) echo "$0: unknown command \"$command\"; use kill or start" >&2; exit 2 ;;
  esac
done
