#!/bin/sh
# Takes out of Debian's system what no process of a service or of the web host ever runs: what installs packages, logs
# people in and looks after disks, Perl, and the libraries that these alone need. That is two fifths of its size, and
# nothing of it is left for somebody who breaks in. What stays is as Debian has it, and its list of packages says what that
# is. It ends with 1 where something that stays lacks a library then.
set -eu
leaving="
    adduser apt bsdutils debconf debian-archive-keyring e2fsprogs gpgv init-system-helpers login logsave mount ncurses-bin
    passwd perl-base sysvinit-utils usr-is-merged usrmerge util-linux util-linux-extra
    libapt-pkg6.0 libaudit-common libaudit1 libblkid1 libcap-ng0 libcap2 libcom-err2 libdb5.3 libext2fs2
    libfdisk1 libgcrypt20 libgnutls30 libgpg-error0 libgssapi-krb5-2 libhogweed6 libidn2-0 libk5crypto3 libkeyutils1
    libkrb5-3 libkrb5support0 liblz4-1 libmount1 libncursesw6 libnettle8 libnsl2 libp11-kit0 libpam-modules
    libpam-modules-bin libpam-runtime libpam0g libreadline8 libseccomp2 libsemanage-common libsemanage2 libsepol2
    libsmartcols1 libss2 libsystemd0 libtasn1-6 libtirpc-common libtirpc3 libudev1 libunistring2 libxxhash0 readline-common"
# Of Python: terminals, and databases and networks of the last century.
for module in _curses _curses_panel _dbm nis readline; do rm -f /usr/lib/python3*/lib-dynload/"$module".*; done
# They would ask Perl, or one another, what to undo.
for package in $leaving; do rm -f /var/lib/dpkg/info/"$package".p* /var/lib/dpkg/info/"$package":*.p*; done
# Unquoted: a list of arguments.
# shellcheck disable=SC2086
dpkg --force-all --purge $leaving >/tmp/said 2>&1 || { cat /tmp/said >&2 && exit 1; }
# The tables of character sets that only iconv reads.
rm -rf /tmp/said /usr/lib/*/gconv /var/cache/debconf /var/lib/dpkg/*-old /var/log/dpkg.log
lacking=$(find /usr -xdev -type f \( -name '*.so*' -o -path '*/bin/*' -o -path '*/sbin/*' \) -exec ldd {} + 2>/dev/null | grep 'not found' || true)
if [ -n "$lacking" ]; then echo "not found any more: $lacking" >&2 && exit 1; fi
