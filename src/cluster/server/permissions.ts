/** What each role may do on a server, as a configuration of nats-server. Pure. */
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
  if (role === 'worker')
    return {
      publish: [
        '$JS.API.INFO',
        ...streamKinds.map((kind) => `$JS.API.STREAM.INFO.${stream(kind)}`),
        ...readingOf(stream('object')),
        `$JS.API.STREAM.MSG.GET.${stream('place')}`,
        names.all('object'),
        names.place('worker.>'),
        names.done('>'),
      ],
      subscribe: [inbox, names.work('>')],
    };
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

const roles = ['operator', 'host', 'worker'] as const satisfies readonly Role[];

/** A part of a server's configuration, to include or to paste. */
export function serverConfiguration(realm: string, passwords: Readonly<Record<Role, string>>): string {
  const list = (subjects: readonly string[]) => subjects.map((subject) => `          "${subject}"`).join('\n');
  const user = (role: Role) => {
    const { publish, subscribe } = permissionsOf(role, realm);
    return `    {
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
  return `# Users of the realm ${realm}. Hosts sign in as nats://${realm}-host:<password>@…, workers as ${realm}-worker,
# and \`artoo bus init\` as ${realm}-operator. On anything but this machine, add TLS: docs/cluster.md.
authorization {
  users: [
${roles.map(user).join('\n')}
  ]
}
`;
}
