#!/bin/sh
# enter-image ROOTFS CODE WORKSPACE SOCKETS COMMAND...: makes ROOTFS the root of this mount namespace, read-only, with a copy
# of the harness's Python code in it and, unless "-", the workspace; keeps the folder SOCKETS, unless "-", open on descriptor
# 4; and becomes COMMAND. Called inside unshare(1). COMMAND itself lets go of the old root, which is left at /mnt: the image
# has no umount.
set -eu
root=$1 code=$2 workspace=$3 sockets=$4
shift 4

# Read-only, contents and metadata. In a user namespace the flags that the host has set must be named again, or the
# kernel refuses.
seal() {
  flags=
  while read -r _ _ _ _ place found _; do
    [ "$place" != "$1" ] || flags=${found#r?}
  done < /proc/self/mountinfo
  mount -o "remount,bind,ro$flags" "$1"
}

[ "$sockets" = - ] || exec 4< "$sockets"
mount --rbind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
  seal "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"
mkdir "$root/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
seal "$root/dev"
# A copy in memory: neither the harness's own files nor their place on the host can be reached from inside.
mkdir "$root/run/pybench"
mount -t tmpfs -o mode=755 tmpfs "$root/run/pybench"
cp -R "$code/." "$root/run/pybench"
# Figure capture lies where every Python of the image looks for packages of the machine.
if [ ! -d "$root/pybench" ]; then
  for packages in "$root"/usr/local/lib/python3.*/dist-packages; do
    mount --bind "$root/run/pybench/site" "$packages"
    seal "$packages"
  done
fi
seal "$root/run/pybench"
if [ "$workspace" != - ]; then
  mount --bind "$workspace" "$root/workspace"
  mkdir "$root/run/pybench-figures"
  mount --bind "$workspace/../figures" "$root/run/pybench-figures"
  mount --bind "$workspace/data" "$root/workspace/data"
  seal "$root/workspace/data"
fi
seal "$root"

cd "$root"
pivot_root . mnt
cd /workspace
unset OLDPWD
exec "$@"
