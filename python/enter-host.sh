#!/bin/sh
# enter-host FOLDERS CODE WORKSPACE SOCKETS COMMAND...: the same as enter-image for a machine without an image. The root is
# made of the machine's own programs and libraries, read-only, and the FOLDERS (separated by colons) of its Python.
set -eu
folders=$1 code=$2
shift

root=/mnt
mount -t tmpfs -o mode=755 tmpfs "$root"
mkdir "$root/proc" "$root/tmp" "$root/run" "$root/dev" "$root/mnt" "$root/workspace" "$root/etc" "$root/pybench"

share() {
  [ -e "$1" ] || return 0
  if [ -d "$1" ]; then
    mkdir -p "$root$1"
  else
    mkdir -p "$root$(dirname "$1")"
    [ -e "$root$1" ] || : > "$root$1"
  fi
  mount --rbind "$1" "$root$1"
  seal "$root$1"
}

# Read-only, contents and metadata, with the flags that the host has set: they must be named again, or the kernel refuses.
seal() {
  flags=
  while read -r _ _ _ _ place found _; do
    [ "$place" != "$1" ] || flags=${found#r?}
  done < /proc/self/mountinfo
  mount -o "remount,bind,ro$flags" "$1"
}

for path in /usr /bin /sbin /lib /lib32 /lib64; do
  if [ -L "$path" ]; then ln -s "$(readlink "$path")" "$root$path"; else share "$path"; fi
done
for name in alternatives fonts group ld.so.cache localtime mime.types nsswitch.conf passwd timezone; do
  share "/etc/$name"
done
while [ -n "$folders" ]; do
  folder=${folders%%:*}
  case $folders in *:*) folders=${folders#*:} ;; *) folders= ;; esac
  case $folder in /usr | /usr/*) ;; *) share "$folder" ;; esac
done
mkdir "$root/pybench/site"
cp -R "$code/site/." "$root/pybench/site"

exec sh "$code/enter-image.sh" "$root" "$@"
