/** One database server, as `host:port`, and the port at which its Patroni says what it is. */
export interface BalancedServer {
  name: string;
  address: string;
  patroniPort: number;
}

export interface HaproxySettings {
  /** Where the primary is reached, as `host:port`. */
  primary: string;
  /** Where any standby is reached, if at all. */
  standbys?: string;
  servers: readonly BalancedServer[];
  /** Whether servers have names that are resolved again and again: a container has another address after each start. */
  hasNames: boolean;
}

const BY_NAME = `resolvers system
  parse-resolv-conf
  resolve_retries 2
  timeout resolve 1s
  timeout retry 1s
  hold valid 2s
`;

/** HAProxy that leads to whichever server Patroni says is the primary, and by another port to the others. */
export function haproxySettings({ primary, standbys, servers, hasNames }: HaproxySettings): string {
  const named = hasNames ? " resolvers system init-addr last,libc,none resolve-prefer ipv4" : "";
  const listed = servers
    .map(({ name, address, patroniPort }) => `  server ${name} ${address} check port ${patroniPort}`)
    .join("\n");
  const listen = (name: string, bind: string, path: string) => `listen ${name}
  bind ${bind}
  option httpchk OPTIONS ${path}
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions${named}
${listed}
`;
  return `global
  maxconn 1000
${hasNames ? BY_NAME : ""}defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 2s
${listen("primary", primary, "/primary")}${standbys === undefined ? "" : listen("standbys", standbys, "/replica")}`;
}
