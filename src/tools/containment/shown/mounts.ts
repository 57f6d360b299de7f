/** The mounts of this machine, as the kernel lists them. Pure. */

export type Mount = { readonly path: string; readonly type: string; readonly writable: boolean };

/** The mounts in `/proc/self/mountinfo`, one for each path: a later mount hides an earlier one. */
export function readMounts(mountinfo: string): readonly Mount[] {
  const mounts = new Map<string, Mount>();
  for (const line of mountinfo.split('\n')) {
    const [left = '', right = ''] = line.split(' - ', 2);
    const [, , , , path, options = ''] = left.split(' ');
    const [type = ''] = right.split(' ');
    if (path === undefined) continue;
    const plain = unescaped(path);
    mounts.set(plain, { path: plain, type, writable: options.split(',').includes('rw') });
  }
  return [...mounts.values()];
}

/** The kernel writes space, tab, newline and backslash as octal escapes. */
const unescaped = (path: string): string =>
  path.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));

/** Whether a file system cannot contain people's files. */
export const isVirtual = (type: string): boolean => virtual.has(type) || type.startsWith('cgroup');

const virtual: ReadonlySet<string> = new Set([
  ...['proc', 'sysfs', 'devtmpfs', 'devpts', 'mqueue', 'debugfs', 'tracefs', 'securityfs', 'pstore', 'bpf', 'autofs', 'binfmt_misc'],
  ...['fusectl', 'configfs', 'hugetlbfs', 'nsfs', 'rpc_pipefs', 'efivarfs', 'selinuxfs'],
]);
