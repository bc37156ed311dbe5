#!/bin/sh
# Makes a folder the read-only root of this mount namespace and becomes COMMAND. Called inside unshare(1).
#   enter.sh image ROOTFS CODE WORKSPACE SOCKETS COMMAND...
#   enter.sh host FOLDERS CODE WORKSPACE SOCKETS COMMAND...
#   enter.sh tools ROOTFS TMP_SIZE COMMAND...
# image: ROOTFS is the interpreter image. CODE is our folder python/, of which the root gets a copy. WORKSPACE is mounted at
#   /workspace, unless "-". The folder SOCKETS is open on descriptor 4, unless "-". COMMAND itself must unmount the old root,
#   which is left at /mnt: the image has no umount.
# host: the same for a machine without an image. The root holds the machine's own programs and libraries, and the FOLDERS
#   (separated by colons) of its Python.
# tools: ROOTFS is the tools image, and /tmp holds at most TMP_SIZE.
set -eu
kind=$1
shift

# Makes a mount read-only, contents and metadata. In a user namespace the kernel refuses a remount that drops flags which the
# host has set, so they are named again.
seal() {
  flags=
  while read -r _ _ _ _ place found _; do
    [ "$place" != "$1" ] || flags=${found#r?}
  done < /proc/self/mountinfo
  mount -o "remount,bind,ro$flags" "$1"
}

# Mounts a file or folder of the machine at the same path below the root, read-only.
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

make_host_root() {
  folders=$1
  mount -t tmpfs -o mode=755 tmpfs "$root"
  mkdir "$root/proc" "$root/tmp" "$root/run" "$root/dev" "$root/mnt" "$root/workspace" "$root/etc" "$root/pybench"
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
}

# What every root has: /proc, /tmp, /run and the devices that need no privilege. Arguments: the sizes of /tmp and /dev/shm.
mount_system_folders() {
  tmp_size=${1:+,size=$1} shared_size=${2:+,size=$2}
  mount --rbind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount -t tmpfs -o "mode=1777$tmp_size" tmpfs "$root/tmp"
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
  mount -t tmpfs -o "mode=1777$shared_size" tmpfs "$root/dev/shm"
  seal "$root/dev"
}

# A copy in memory: neither our own files nor their place on the host can be reached from inside.
mount_code() {
  mkdir "$root/run/pybench"
  mount -t tmpfs -o mode=755 tmpfs "$root/run/pybench"
  cp -R "$code/__main__.py" "$code/pybench" "$code/site" "$root/run/pybench"
  # Figure capture lies where every Python of the image looks for packages of the machine.
  if [ "$kind" = image ]; then
    for packages in "$root"/usr/local/lib/python3.*/dist-packages; do
      mount --bind "$root/run/pybench/site" "$packages"
      seal "$packages"
    done
  fi
  seal "$root/run/pybench"
}

mount_workspace() {
  mount --bind "$workspace" "$root/workspace"
  mkdir "$root/run/pybench-figures"
  mount --bind "$workspace/../figures" "$root/run/pybench-figures"
  mount --bind "$workspace/data" "$root/workspace/data"
  seal "$root/workspace/data"
}

change_root() {
  seal "$root"
  cd "$root"
  pivot_root . mnt
  cd "$1"
  unset OLDPWD
}

case $kind in
  image | host)
    from=$1 code=$2 workspace=$3 sockets=$4
    shift 4
    [ "$sockets" = - ] || exec 4< "$sockets"
    root=$from
    if [ "$kind" = host ]; then
      root=/mnt
      make_host_root "$from"
    fi
    mount_system_folders '' ''
    mount_code
    [ "$workspace" = - ] || mount_workspace
    change_root /workspace
    ;;
  tools)
    root=$1 size=$2
    shift 2
    ulimit -c 0
    mount_system_folders "$size" 256m
    change_root /tmp
    umount -l /mnt
    ;;
esac
exec "$@"
