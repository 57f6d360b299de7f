/** The `sandbox-exec` profile for a command on macOS: what it may read, where it may write, and which services it may use. Pure. */
import { ArtooError } from '../../../contracts/errors.ts';
import { isWithin } from '../../../laws/places/posix-path.ts';

/** All paths are real: the kernel matches these rules against the real path of a file. */
export type CloneProfile = {
  readonly shown: readonly Place[];
  /** Paths in the visible places and in the clones that the command must not see. */
  readonly closed: readonly Place[];
  /** The clones, and the command's own temporary folder. */
  readonly writable: readonly string[];
};

export type Place = { readonly path: string; readonly isFolder: boolean };

/** Services that look up users; services that are not listed would act on behalf of the caller. */
const tellingServices = ['com.apple.system.opendirectoryd.libinfo', 'com.apple.system.opendirectoryd.membership'];
/** Keychains, the pasteboard, settings, and services that start programs outside the walls. */
const closedServices = [
  ...['com.apple.SecurityServer', 'com.apple.securityd', 'com.apple.securityd.xpc', 'com.apple.secd', 'com.apple.ctkd.token-client'],
  ...['com.apple.pasteboard.1', 'com.apple.pboard', 'com.apple.cfprefsd.agent', 'com.apple.cfprefsd.daemon'],
  ...['com.apple.coreservices.launchservicesd', 'com.apple.coreservices.appleevents', 'com.apple.tccd', 'com.apple.tccd.system'],
];

/**
 * The last matching rule counts, so the order is: visible places, closed places, the command's own folders, closed places in these, and what no
 * command may do.
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

/** What is denied in closed places. Existence and metadata stay visible. */
const closing = 'deny file-read-data file-read-xattr file-write* process-exec*';

/** Another name for the disk with people's files, to which rules for the usual names might not apply. */
const otherName: Place = { path: '/System/Volumes/Data', isFolder: true };

const devices: readonly Place[] = ['null', 'zero', 'random', 'urandom', 'dtracehelper'].map((name) => ({
  path: `/dev/${name}`,
  isFolder: false,
}));

/** A rule without a filter would apply to everything, so there is no rule if there are no paths. */
const rule = (head: string, filters: readonly string[]): string => (filters.length === 0 ? '' : `(${[head, ...filters].join('\n  ')})`);

const matching = ({ path, isFolder }: Place): string => `(${isFolder ? 'subpath' : 'literal'} ${quoted(path)})`;
const service = (name: string): string => `(global-name ${quoted(name)})`;

const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A string literal in the profile language. Throws `containment_failed` for a name whose characters the language may not support. */
function quoted(text: string): string {
  const inside = text.replaceAll(/["\\\n\r\t]/g, (character) => escapes[character] ?? character);
  if (/[\p{Cc}\p{Cs}\ufffd]/u.test(inside))
    throw new ArtooError('containment_failed', `${JSON.stringify(text)} cannot be named in a profile`);
  return `"${inside}"`;
}
