/** The migrated database that every test database is a copy of. */
export const TEMPLATE_DATABASE = "quittance_template";

/** The same server and credentials, another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}
