#!/bin/sh
# Patroni runs this once, on the first server of a new cluster, with the way to its database as $1.
# QUITTANCE_DATABASE_PASSWORD: of the role that web and workers connect as.
set -eu
/usr/lib/postgresql/15/bin/psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="${QUITTANCE_DATABASE_PASSWORD:?}" --dbname "$1" <<'SQL'
create role quittance login password :'password';
-- A pooler passes no settings of a session on.
alter role quittance set statement_timeout = '5min';
alter role quittance set idle_in_transaction_session_timeout = '5min';
create database quittance owner quittance;
SQL
