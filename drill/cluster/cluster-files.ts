/** Where everything of a drill's cluster listens, on loopback: a hundred ports from the first on. */
export interface Ports {
  write: number;
  read: number;
  pooler: number;
  site: number;
  sites: [number, number];
  etcd: number;
  etcdPeers: number;
  /** PostgreSQL of a node, and Patroni's answers. */
  node(name: NodeName): number;
  patroni(name: NodeName): number;
}

export const NODES = ['n1', 'n2', 'n3'] as const;
export type NodeName = (typeof NODES)[number];

export function portsFrom(first: number): Ports {
  const number = (name: NodeName) => NODES.indexOf(name) + 1;
  return {
    write: first,
    read: first + 1,
    pooler: first + 2,
    site: first + 3,
    sites: [first + 5, first + 6],
    etcd: first + 7,
    etcdPeers: first + 8,
    node: (name) => first + 10 + number(name),
    patroni: (name) => first + 20 + number(name),
  };
}

interface NodeFile {
  name: NodeName;
  ports: Ports;
  /** Of PostgreSQL's programs. */
  binaries: string;
  dataDir: string;
  folder: string;
  password: string;
}

/** What the nodes agree on, and a cluster keeps in etcd. */
export const OF_CLUSTER = {
  failsafe_mode: true,
  ttl: 20,
  loop_wait: 5,
  retry_timeout: 5,
  maximum_lag_on_failover: 1_048_576,
  primary_start_timeout: 10,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      max_connections: 100,
      wal_log_hints: 'on',
      shared_buffers: '64MB',
      max_wal_size: '256MB',
      tcp_keepalives_idle: 5,
      tcp_keepalives_interval: 3,
      tcp_keepalives_count: 3,
      // A replica that has fallen silent holds commits up for so long at most.
      wal_sender_timeout: '15s',
      wal_receiver_timeout: '15s',
    },
  },
};

/** How one node is run. docs/cluster.md explains the settings that matter. */
export function patroniFile({ name, ports, binaries, dataDir, folder, password }: NodeFile) {
  const at = `127.0.0.1:${ports.patroni(name)}`;
  const user = (username: string) => ({ username, password });
  return {
    scope: 'drill',
    name,
    restapi: { listen: at, connect_address: at },
    // By etcd's second protocol: Patroni before 3.0.3 (Debian 12 has 3.0.2) overwrites a new leader's
    // key by the third one when a frozen leader thaws, and acknowledged commits are rewound.
    etcd: { host: `127.0.0.1:${ports.etcd}` },
    bootstrap: {
      dcs: OF_CLUSTER,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${ports.node(name)}`,
      connect_address: `127.0.0.1:${ports.node(name)}`,
      data_dir: dataDir,
      bin_dir: binaries,
      pgpass: `${folder}/pgpass`,
      authentication: {
        superuser: user('postgres'),
        replication: user('replicator'),
        rewind: user('rewinder'),
      },
      parameters: { unix_socket_directories: folder },
      // An emptied node is copied at once; else that waits for a checkpoint that takes its time.
      basebackup: [{ checkpoint: 'fast' }],
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  };
}

/** Before PostgreSQL it follows the primary; before the site it asks who is ready. */
export function haproxyFile(ports: Ports): string {
  const nodes = NODES.map(
    (name) =>
      `  server ${name} 127.0.0.1:${ports.node(name)} check port ${ports.patroni(name)} inter 1s fall 2 rise 1 on-marked-down shutdown-sessions`,
  ).join('\n');
  const sites = (how: string) =>
    ports.sites.map((port, at) => `  server site${at + 1} 127.0.0.1:${port} ${how}`).join('\n');
  return `global
  maxconn 1000
defaults
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen write
  mode tcp
  bind 127.0.0.1:${ports.write}
  option httpchk OPTIONS /primary
  http-check expect status 200
${nodes}
listen read
  mode tcp
  bind 127.0.0.1:${ports.read}
  option httpchk OPTIONS /replica
  http-check expect status 200
${nodes}
frontend site
  mode http
  bind 127.0.0.1:${ports.site}
  option forwardfor if-none
  use_backend alive if { nbsrv(ready) eq 0 }
  default_backend ready
backend ready
  mode http
  timeout server 60s
  timeout check 5s
  option httpchk GET /readyz
  option redispatch
${sites('check inter 1s fall 2 rise 1')}
# Without a database no process is ready: pages of text, and one that says so, are better than nothing.
backend alive
  mode http
  timeout server 60s
${sites('check inter 1s fall 2 rise 1')}
`;
}

/** As docs/running.md says of a pooler. */
export function pgbouncerFile(ports: Ports, usersFile: string): string {
  return `[databases]
openassay = host=127.0.0.1 port=${ports.write} dbname=openassay
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ports.pooler}
unix_socket_dir =
auth_type = plain
auth_file = ${usersFile}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_connect_timeout = 3
server_login_retry = 1
query_wait_timeout = 10
query_timeout = 60
tcp_keepidle = 5
tcp_keepintvl = 3
tcp_keepcnt = 3
tcp_user_timeout = 10000
`;
}
