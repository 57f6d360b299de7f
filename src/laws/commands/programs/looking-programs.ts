/**
 * Lines that inspect the machine itself: its processes, interfaces, disks and services. They get the host's view; any other line gets a view of its
 * own. Pure.
 */

import { type PlainCommand, plainListOf } from '../line/plain-line.ts';
import { allows, type OptionList } from './option-list.ts';
import { readingPrograms } from './reading-programs.ts';

/** What such a line needs from the host: either only information from the kernel, or also answers from running programs. */
export type HostView = 'kernel' | 'services';

/**
 * Undefined in case of doubt: a word that is not literal, a program or an option that is not listed, a filter that opens a file. In the host's view
 * nothing can be changed or sent, but a service that is asked for its state would also obey other requests, so only lines listed here get that view.
 */
export function hostViewFor(line: string): HostView | undefined {
  const kinds = (plainListOf(line) ?? []).map(kindOf);
  if (kinds.includes(undefined)) return undefined;
  if (kinds.includes('services')) return 'services';
  return kinds.includes('kernel') ? 'kernel' : undefined;
}

/** A program may be named by its path in a system folder. */
const inSystem = /^\/(?:usr\/)?s?bin\//;

function kindOf({ name, args }: PlainCommand): HostView | 'filter' | undefined {
  const command = { name: name.replace(inSystem, ''), args };
  if (isListed(filters, command)) return 'filter';
  if (isListed(kernelPrograms, command)) return 'kernel';
  return isListed(servicePrograms, command) ? 'services' : undefined;
}

/** Options and operands, for some programs by subcommand. The subcommand '' means none. */
type Program = OptionList | { readonly before: OptionList | RegExp; readonly verbs: Readonly<Record<string, OptionList>> };
type Programs = Readonly<Record<string, Program>>;

function isListed(programs: Programs, { name, args }: PlainCommand): boolean {
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program === undefined) return false;
  if (!('verbs' in program)) return allows(program, args);
  const first = args.findIndex((argument) => !argument.startsWith('-'));
  const at = first === -1 ? args.length : first;
  const verb = args[at] ?? '';
  const list = Object.hasOwn(program.verbs, verb) ? program.verbs[verb] : undefined;
  const { before } = program;
  const isBefore =
    before instanceof RegExp ? args.slice(0, at).every((argument) => before.test(argument)) : allows(before, args.slice(0, at));
  return list !== undefined && isBefore && allows(list, args.slice(at + 1));
}

/** The same option list for several subcommands or programs. */
const each = (names: string, list: OptionList): Readonly<Record<string, OptionList>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, list]));

/** Filters that may be used in pipes and that open no file. */
const filters: Programs = {
  ...each('grep egrep fgrep', {
    flags: 'acEFGhHiILnoPqsvwxz',
    valued: 'ABCm', // not `-e`: after it, the operand is a file
    long: 'color? count extended-regexp fixed-strings ignore-case invert-match line-number max-count= only-matching word-regexp',
    numbers: true,
    maxOperands: 1,
  }),
  awk: { valued: 'F', maxOperands: 1, operands: /^(?!.*(?:getline|system|ARG[CV]|TAB|@|(?<!\|)\|(?!\|)|print.*>|>.*print))/s }, // no file is opened and nothing is run
  ...each('head tail', { flags: 'qz', valued: 'cn', long: 'bytes= lines=', numbers: true, maxOperands: 0 }),
  sort: { flags: 'bdfghinrsuVz', valued: 'kt', long: 'human-numeric-sort key= numeric-sort reverse unique', maxOperands: 0 },
  uniq: { flags: 'cdiu', maxOperands: 0 },
  wc: { flags: 'clmw', long: 'lines', maxOperands: 0 },
  cut: { flags: 's', valued: 'bcdf', long: 'characters= delimiter= fields= output-delimiter=', maxOperands: 0 },
  column: { flags: 't', valued: 'so', maxOperands: 0 },
  tr: { flags: 'cds', maxOperands: 2 },
  ...each('echo true', {}),
};

const count = /^\d{1,3}$/;

/** Programs that get all their information from the kernel: from files below /proc and /sys, and from netlink. */
const kernelPrograms: Programs = {
  ...Object.fromEntries(['df', 'hostname', 'ss', 'uname'].map((name) => [name, readingPrograms.get(name) ?? { maxOperands: 0 }])),
  ps: {
    flags: 'aAcdefFHjlLmMNTwxyZ',
    valued: 'CgGkoOpqstuU',
    long: 'cols= columns= deselect forest format= group= headers no-headers pid= ppid= rows= sort= user= width=',
    operands: /^(?:[acfgHjklLmnNrsSTuvwxXAhV]+|[\d,]+)$/, // without `e`, which shows environment variables
  },
  pgrep: { flags: 'aAcfilnovwx', valued: 'dgGPstuU', maxOperands: 1 },
  pidof: { flags: 'cs', operands: /^[\w.-]+$/ },
  top: { flags: 'bcHiS1', valued: 'dEnopuw' },
  free: { flags: 'bghklmtvw', long: 'bytes giga human kilo lohi mega si total wide', maxOperands: 0 },
  uptime: { flags: 'ps', long: 'pretty since', maxOperands: 0 },
  w: { flags: 'fhios', maxOperands: 0 },
  who: { flags: 'abdHlmpqrstTu', maxOperands: 0 },
  last: { flags: 'adFiRwx', valued: 'n', numbers: true, operands: /^[\w-]+$/ },
  vmstat: { flags: 'adfmnstw', valued: 'S', maxOperands: 2, operands: count },
  iostat: { flags: 'cdhkmNtxyz', maxOperands: 2, operands: count },
  mpstat: { flags: 'Au', valued: 'P', maxOperands: 2, operands: count },
  nproc: { long: 'all', maxOperands: 0 },
  lscpu: { flags: 'aceJxy', long: 'all json', maxOperands: 0 },
  lsblk: {
    flags: 'abdDfilmnOpPrsStTzJ',
    valued: 'eIMowx',
    long: 'all bytes fs json list nodeps noheadings output= output-all paths',
    operands: /^\/dev\/[\w/-]+$/,
  },
  lsmem: { flags: 'abJnPr', maxOperands: 0 },
  lsmod: { maxOperands: 0 },
  lspci: { flags: 'bDkmntv', valued: 's', maxOperands: 0 },
  lsusb: { flags: 'tv', valued: 'sd', maxOperands: 0 },
  findmnt: { flags: 'aADJlnrRuv', valued: 'oStTM', long: 'json list noheadings output= real target= types=', operands: /^\/[\w./-]*$/ },
  mount: { flags: 'lv', valued: 't', maxOperands: 0 },
  swapon: { flags: 's', long: 'bytes noheadings raw show?', maxOperands: 0 },
  sysctl: { flags: 'abeNn', operands: /^[a-z\d_./-]+$/ },
  netstat: { flags: 'aelnoprstuw46', maxOperands: 0 },
  ip: {
    before: /^-(?:4|6|br|brief|c|color|d|details|j|json|o|p|s)$/,
    verbs: each('a ad addr address l link r ro route n neigh neighbour ru rule', {
      operands: /^(?!(?:add|append|change|chg|del|delete|flush|mod|monitor|replace|restore|save|set|showdump)$)[\w.:/@-]+$/,
    }),
  },
};

const unit = /^[\w@.:*-]+$/;
const aboutUnits: OptionList = {
  flags: 'alqr',
  valued: 'tnop',
  long: 'all failed full lines= no-legend no-pager output= plain property= quiet recursive reverse state= type= user value',
  operands: unit,
};
const container = /^[\w./:@-]+$/;
const containers: Program = {
  before: {},
  verbs: {
    ps: { flags: 'alnqs', valued: 'fn', long: 'all filter= format= last= latest no-trunc quiet size', maxOperands: 0 },
    images: { flags: 'aq', valued: 'f', long: 'all digests filter= format= no-trunc quiet', maxOperands: 1, operands: container },
    ...each('version info', { valued: 'f', long: 'format=', maxOperands: 0 }),
    logs: { flags: 't', valued: 'n', long: 'since= tail= timestamps until=', maxOperands: 1, operands: container },
    stats: { flags: 'a', long: 'all format= no-stream no-trunc', operands: container },
    top: { maxOperands: 1, operands: container },
    port: { maxOperands: 2, operands: container },
  },
};

/** Programs that ask a service, which would also do other things for them. Not `systemctl show`, which prints environment variables. */
const servicePrograms: Programs = {
  systemctl: {
    before: aboutUnits,
    verbs: {
      '': { maxOperands: 0 },
      ...each('status cat is-active is-enabled is-failed is-system-running', aboutUnits),
      ...each('list-units list-unit-files list-timers list-sockets list-dependencies list-jobs', aboutUnits),
    },
  },
  journalctl: {
    flags: 'abekmqrx',
    valued: 'gnoptSuU',
    long: 'boot? disk-usage dmesg grep= identifier= lines? list-boots no-hostname no-pager output= priority= reverse since= system unit= until= user utc',
    operands: /^_?[A-Z][A-Z_]{0,40}=[\w@./-]+$/,
  },
  timedatectl: { before: { long: 'no-pager' }, verbs: each(' status show', { maxOperands: 0 }) },
  hostnamectl: { before: { long: 'no-pager' }, verbs: each(' status', { maxOperands: 0 }) },
  loginctl: { before: { long: 'no-legend no-pager' }, verbs: each(' list-sessions list-users list-seats', { maxOperands: 0 }) },
  ...{ docker: containers, podman: containers },
};
