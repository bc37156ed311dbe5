#!/bin/sh
# enter-peer INTERPRETER TOOLS CODE COMMAND...: mounts the interpreter image as an overlay on the tools image, so that
# the peer has the same packages as our interpreters, makes the overlay the root of this mount namespace, and executes
# COMMAND. Runs inside unshare(1). COMMAND must unmount the old root at /mnt.
set -eu
interpreter=$1 tools=$2 code=$3
shift 3
# Any empty folder works, because the mount is visible in this namespace only.
root=$tools/mnt

mount -t overlay -o "lowerdir=$interpreter:$tools" pybench-peer "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
mkdir -m 1777 "$root/dev/shm"
mkdir "$root/run/pybench" "$root/tmp/home" "$root/tmp/output"
mount --bind "$code" "$root/run/pybench"

cd "$root"
pivot_root . mnt
cd /tmp
unset OLDPWD
exec "$@"
