/** One server of a cluster, as a URL names it. */
export interface Host {
  host: string;
  port: number;
}

const DEFAULT_PORT = 5_432;

/**
 * The servers that a URL names, separated by commas as libpq has it: `postgres://user@one:5432,two:5432/name`. One that
 * names none has an empty list: the driver then knows where its default is.
 */
export function hostsOf(url: string): Host[] {
  const authority = url.slice(url.indexOf("://") + 3).split(/[?/]/)[0] ?? "";
  return authority
    .slice(authority.lastIndexOf("@") + 1)
    .split(",")
    .filter((part) => part !== "")
    .map((part) => {
      const [, host = part, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(decodeURIComponent(part)) ?? [];
      return { host: host.replace(/^\[|\]$/g, ""), port: port ? Number(port) : DEFAULT_PORT };
    });
}

/** The same URL with one of its servers, and without what it says about the choice between them. */
export function withHost(url: string, { host, port }: Host): string {
  const start = url.indexOf("://") + 3;
  const end = start + url.slice(start).search(/[?/]|$/);
  const user = url.slice(start, end).lastIndexOf("@") + 1;
  const name = host.includes(":") ? `[${host}]` : host;
  const one = new URL(`${url.slice(0, start + user)}${name}:${port}${url.slice(end)}`);
  one.searchParams.delete("target_session_attrs");
  return one.href;
}
