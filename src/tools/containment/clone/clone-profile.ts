/** The profile of `sandbox-exec` around a command on macOS: what it may read, where it may write, and whom it may talk to. Pure. */
import { ArtooError } from '../../../contracts/errors.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';

/** Real paths, all of them: the kernel compares them with where a file really is. */
export type CloneProfile = {
  readonly shown: readonly Place[];
  /** What is refused of what is shown, and of the clones. */
  readonly closed: readonly Place[];
  /** The clones, and the command's own temporary folder. */
  readonly writable: readonly string[];
};

export type Place = { readonly path: string; readonly isFolder: boolean };

/** Services that tell who a user is; everything else that listens acts for its caller. */
const tellingServices = ['com.apple.system.opendirectoryd.libinfo', 'com.apple.system.opendirectoryd.membership'];
/** Key chains, the pasteboard, settings, and what starts programs outside. */
const closedServices = [
  ...['com.apple.SecurityServer', 'com.apple.securityd', 'com.apple.securityd.xpc', 'com.apple.secd', 'com.apple.ctkd.token-client'],
  ...['com.apple.pasteboard.1', 'com.apple.pboard', 'com.apple.cfprefsd.agent', 'com.apple.cfprefsd.daemon'],
  ...['com.apple.coreservices.launchservicesd', 'com.apple.coreservices.appleevents', 'com.apple.tccd', 'com.apple.tccd.system'],
];

/**
 * Of several rules that match, the last one counts: what is closed comes after what is shown, what is the command's own after that, what is closed in it next, and
 * what no command may do last.
 */
export function cloneProfile({ shown, closed, writable }: CloneProfile): string {
  const isOwn = ({ path }: Place): boolean => writable.some((folder) => isWithin(folder, path));
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-fork sysctl-read file-read-metadata)',
    '(allow signal process-info* (target same-sandbox))',
    rule('allow file-read* file-map-executable process-exec*', shown.map(matching)),
    rule('allow file-read-data', ['(literal "/")']),
    rule('allow file-read* file-write-data file-ioctl', devices.map(matching)),
    rule(closing, [otherName, ...closed.filter((place) => !isOwn(place))].map(matching)),
    rule(
      'allow file-read* file-write* file-map-executable process-exec*',
      writable.map((path) => matching({ path, isFolder: true })),
    ),
    rule(closing, closed.filter(isOwn).map(matching)),
    rule('allow mach-lookup', tellingServices.map(service)),
    '(deny network*)',
    '(deny file-link file-mknod file-write-setugid appleevent-send lsopen job-creation)',
    rule('deny mach-lookup', closedServices.map(service)),
    '',
  ].join('\n');
}

/** That something is there, and what it is, may be known. */
const closing = 'deny file-read-data file-read-xattr file-write* process-exec*';

/** Of the disk with people's files: rules for their usual names might not hold there. */
const otherName: Place = { path: '/System/Volumes/Data', isFolder: true };

const devices: readonly Place[] = ['null', 'zero', 'random', 'urandom', 'dtracehelper'].map((name) => ({
  path: `/dev/${name}`,
  isFolder: false,
}));

/** A rule without a filter would hold for everything, so without any there is none. */
const rule = (head: string, filters: readonly string[]): string => (filters.length === 0 ? '' : `(${[head, ...filters].join('\n  ')})`);

const matching = ({ path, isFolder }: Place): string => `(${isFolder ? 'subpath' : 'literal'} ${quoted(path)})`;
const service = (name: string): string => `(global-name ${quoted(name)})`;

const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A string of the profile's language. Throws `containment_failed` for a name with a character that the language cannot be trusted to take. */
function quoted(text: string): string {
  const inside = text.replaceAll(/["\\\n\r\t]/g, (character) => escapes[character] ?? character);
  if (/[\p{Cc}\p{Cs}\ufffd]/u.test(inside))
    throw new ArtooError('containment_failed', `${JSON.stringify(text)} cannot be named in a profile`);
  return `"${inside}"`;
}
