#!/bin/sh
# Run within a mount namespace of its own: lays out a container's files under a folder, and runs a command there.
#   enter.sh FOLDER CHECKOUT HOSTS [SOURCE TARGET ro|rw]… -- WORKING_FOLDER COMMAND…
# The system's own folders are there, read only; the checkout is /srv/pagewright and its packages /srv/venv; nothing else
# of the machine is, and nothing but /tmp and what is mounted rw can be written.
set -eu
root=$1 checkout=$2 hosts=$3
shift 3
show() {
    if [ -d "$1" ]; then mkdir -p "$root$2"; else mkdir -p "$(dirname "$root$2")" && touch "$root$2"; fi
    mount --rbind "$1" "$root$2"
    if [ "$3" = ro ]; then mount -o remount,bind,ro "$root$2"; fi
}
mount -t tmpfs tmpfs "$root"
for folder in /*; do
    name=${folder#/}
    case $name in
    tmp | srv | secrets | data | acme) ;;
    *) if [ -L "$folder" ]; then ln -s "$(readlink "$folder")" "$root/$name"; elif [ -d "$folder" ]; then
        case $name in dev | proc | sys) show "$folder" "$folder" rw ;; *) show "$folder" "$folder" ro ;; esac
    fi ;;
    esac
done
show "$checkout" /srv/pagewright ro
show "$checkout/.venv" /srv/venv ro
mount --bind "$hosts" "$root/etc/hosts"
while [ "$1" != -- ]; do
    show "$1" "$2" "$3"
    shift 3
done
shift
mkdir "$root/tmp"
mount -t tmpfs tmpfs "$root/tmp"
mount -o remount,ro "$root"
exec chroot "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$@"
