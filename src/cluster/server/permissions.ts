/** What each role may do on a server, as accounts and users in a configuration of nats-server. Pure. */
import { namesIn, type Role, type StreamKind, streamKinds } from '../names.ts';

/** What a role may publish and subscribe to. Hosts run tasks, workers run commands for them, an operator makes the streams. */
type Permissions = { readonly publish: readonly string[]; readonly subscribe: readonly string[] };

/** Reading a stream: its messages one by one, and through a consumer. */
const readingOf = (stream: string): readonly string[] => [
  `$JS.API.STREAM.INFO.${stream}`,
  `$JS.API.STREAM.MSG.GET.${stream}`,
  `$JS.API.CONSUMER.CREATE.${stream}`,
  `$JS.API.CONSUMER.CREATE.${stream}.>`,
  `$JS.API.CONSUMER.INFO.${stream}.*`,
  `$JS.API.CONSUMER.DELETE.${stream}.*`,
  `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
  `$JS.ACK.${stream}.>`,
];

function permissionsOf(role: Role, realm: string): Permissions {
  const names = namesIn(realm);
  const stream = (kind: StreamKind) => names.stream(kind);
  const inbox = `${names.inbox(role)}.>`;
  if (role === 'worker') return { publish: servicesOf(realm), subscribe: [inbox, names.work('>')] };
  const host: Permissions = {
    publish: [
      '$JS.API.INFO',
      ...streamKinds.flatMap((kind) => [...readingOf(stream(kind)), names.all(kind)]),
      ...streamKinds.map((kind) => `$JS.API.STREAM.MSG.DELETE.${stream(kind)}`),
      names.work('>'),
    ],
    subscribe: [inbox, names.done('>'), names.all('place')],
  };
  if (role === 'host') return host;
  const makes = streamKinds.flatMap((kind) => [`$JS.API.STREAM.CREATE.${stream(kind)}`, `$JS.API.STREAM.UPDATE.${stream(kind)}`]);
  return { ...host, publish: [...host.publish, ...makes] };
}

/**
 * What hosts do for workers. Workers have an account of their own, and a server answers them only there: in a shared account, a request can name a log
 * as the place for its answer, or the removal of a log, and what answers it may do either.
 */
function servicesOf(realm: string): readonly string[] {
  const names = namesIn(realm);
  return [
    '$JS.API.INFO',
    `$JS.API.STREAM.INFO.${names.stream('object')}`,
    `$JS.API.STREAM.MSG.GET.${names.stream('object')}`,
    names.all('object'),
    names.place('worker.>'),
    names.done('>'),
  ];
}

/** A part of a server's configuration, to include or to paste. */
export function serverConfiguration(realm: string, passwords: Readonly<Record<Role, string>>): string {
  const [hosts, workers] = [`${realm}-hosts`, `${realm}-workers`];
  const lines = (items: readonly string[]) => items.map((item) => `            ${item}`).join('\n');
  const list = (subjects: readonly string[]) => lines(subjects.map((subject) => `"${subject}"`));
  const given = (subjects: readonly string[], account: string) =>
    lines(subjects.map((subject) => `{ service: "${subject}", accounts: ["${account}"] }`));
  const used = (subjects: readonly string[], account: string) =>
    lines(subjects.map((subject) => `{ service: { account: "${account}", subject: "${subject}" } }`));
  const user = (role: Role) => {
    const { publish, subscribe } = permissionsOf(role, realm);
    return `      {
        user: "${realm}-${role}"
        password: "${passwords[role]}"
        permissions: {
          publish: { allow: [
${list(publish)}
          ] }
          allow_responses: true
          subscribe: { allow: [
${list(subscribe)}
          ] }
        }
      }`;
  };
  const [services, requests] = [servicesOf(realm), [namesIn(realm).work('>')]];
  return `# Accounts of the realm ${realm}. Hosts sign in as nats://${realm}-host:<password>@…, workers as ${realm}-worker,
# and \`artoo bus init\` as ${realm}-operator. If the server already has an accounts block, add these two to it.
# If other machines can reach the server, use TLS: docs/cluster.md.
accounts {
  "${hosts}": {
    jetstream: enabled
    users: [
${[user('operator'), user('host')].join('\n')}
    ]
    exports: [
${given(services, workers)}
    ]
    imports: [
${used(requests, workers)}
    ]
  }
  "${workers}": {
    users: [
${user('worker')}
    ]
    exports: [
${given(requests, hosts)}
    ]
    imports: [
${used(services, hosts)}
    ]
  }
}
`;
}
