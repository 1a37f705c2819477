#!/bin/sh
# Copies the database of PRIMARY_HOST unless that has happened, and follows it: a standby server that takes reads only.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --host "$PRIMARY_HOST" --port "$PRIMARY_PORT" --username replication_client --pgdata "$PGDATA" \
    --wal-method stream --write-recovery-conf
  chmod 0700 "$PGDATA"
fi
exec postgres "$@"
