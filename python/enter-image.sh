#!/bin/sh
# enter-image ROOTFS WORKSPACE CODE COMMAND...: makes ROOTFS the root of this mount namespace, read-only,
# with the workspace and the harness's Python code in it, and becomes COMMAND. Called inside unshare(1).
# COMMAND itself lets go of the old root, which is left at /mnt: the image has no umount.
set -eu
root=$1 workspace=$2 code=$3
shift 3

mount --bind "$root" "$root"
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
mkdir "$root/run/pybench"
mount --bind "$code" "$root/run/pybench"
mount --bind "$workspace" "$root/workspace"
mount --bind "$workspace/data" "$root/workspace/data"
# The kernel refuses a change of flags that the host's own mount has locked; the digest of the inputs still tells.
mount -o remount,bind,ro "$root/workspace/data" 2>/dev/null || true
mount -o remount,bind,ro "$root" 2>/dev/null || true

cd "$root"
pivot_root . mnt
cd /workspace
unset OLDPWD
exec "$@"
