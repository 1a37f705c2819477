#!/bin/sh
# Creates the role that a replica copies the database with. The image of PostgreSQL runs this once, for a new volume.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set password="$REPLICATION_PASSWORD" <<'SQL'
create role replication_client with replication login password :'password';
SQL
echo 'host replication replication_client all scram-sha-256' >> "$PGDATA/pg_hba.conf"
