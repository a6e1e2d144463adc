/**
 * The database for what a pooler is in the way of: migrations, backup and restore. `DATABASE_DIRECT_URL` beside
 * `DATABASE_URL`, otherwise the latter; undefined where none is named.
 */
export function directUrl(env: Record<string, string | undefined>): string | undefined {
  return (env.DATABASE_URL && env.DATABASE_DIRECT_URL) || env.DATABASE_URL || undefined;
}
