#!/bin/sh
# PgBouncer reads passwords from a file alone: it is made in memory, for this one user.
set -eu
umask 077
printf '"quittance" "%s"\n' "${QUITTANCE_DATABASE_PASSWORD:?}" > /tmp/userlist.txt
unset QUITTANCE_DATABASE_PASSWORD
exec /usr/sbin/pgbouncer /etc/quittance/pgbouncer.ini
