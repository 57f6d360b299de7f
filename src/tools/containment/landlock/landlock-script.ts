/**
 * The program that builds walls without namespaces, written in Perl, which nearly every Linux has and which can make system calls without a compiler.
 */

/** Numbers of the system calls that the script makes; Landlock's are the same on all architectures. */
const generic = { prctl: 167, capset: 91, prlimit64: 261, noFollow: 0x8000 } as const;
const machines = {
  x64: { prctl: 157, capset: 126, prlimit64: 302, noFollow: 0x20000 },
  arm64: generic,
  riscv64: generic,
  loong64: generic,
} as const;

/** The script; undefined for an architecture that is not listed. */
export const landlockScript = (machine: string): string | undefined =>
  Object.hasOwn(machines, machine) ? script(machines[machine as keyof typeof machines]) : undefined; // the condition proves that this is a key

/** Prints the kernel's version of Landlock; a number below 1 means that there is none. */
export const landlockVersionScript = 'print int(syscall(444, 0, 0, 1));';

/**
 * The script gets two files. The plan has fields separated by zero bytes: folder, command, the handled rights on files, network and scopes, the numbers of limits and
 * variables, then these as pairs of number or name and value, and rules as pairs of rights and path. The other file is the filter.
 *
 * There are three processes: the first waits for the command and reports how it ended and what it left; the second ends the whole group when descriptor 4 closes, which
 * happens when artoo ends; the third gives up everything it does not need, reports on descriptor 3 that the walls are up, and becomes the command. All are in one process
 * group, which the filter lets no process leave.
 */
const script = ({ prctl, capset, prlimit64, noFollow }: typeof generic | (typeof machines)['x64']): string => `
use strict;
syscall(436, 5, 0xffffffff, 0) == 0 or die "descriptors: $!\\n"; # close_range: what artoo was started with leads out of the walls
my @files = map { local $/; open(my $in, '<:raw', $_) or die "$_: $!\\n"; <$in> } @ARGV;
my ($cwd, $command, $files, $network, $scopes, $limits, $variables, @rest) = split(/\\0/, $files[0], -1);
my %limits = splice(@rest, 0, 2 * $limits);
%ENV = splice(@rest, 0, 2 * $variables);
open(my $report, '>&=', 3) or die "3: $!\\n";
open(my $tie, '<&=', 4) or die "4: $!\\n";
my $first = $$;
my $tied = fork() // die "fork: $!\\n";
if (!$tied) { sysread($tie, my $none, 1); kill('KILL', 0); exit; }
my $pid = fork() // die "fork: $!\\n";
if ($pid) {
  close($tie);
  waitpid($pid, 0);
  my $ended = $? & 127 ? 128 + ($? & 127) : $? >> 8;
  my $left = 0;
  for my $path (glob('/proc/[0-9]*/stat')) {
    open(my $in, '<', $path) or next;
    $left++ if (<$in> // '') =~ /^.*\\) [^Z] \\d+ $first /s;
  }
  syswrite($report, 'left processes ' . ($left - 2) . "\\n");
  kill('KILL', $tied);
  exit($ended);
}
close($tie);
sub call { my ($name, @with) = @_; my $got = syscall($with[0], @with[1 .. $#with]); die "$name: $!\\n" if $got < 0; return $got; }
chdir($cwd) or die "$cwd: $!\\n";
my $rules = call('Landlock', 444, pack('QQQ', $files, $network, $scopes), 24, 0);
while (@rest > 1) {
  my ($rights, $path) = splice(@rest, 0, 2);
  sysopen(my $place, $path, 0x200000 | ${noFollow}) or next;
  call("$path", 445, $rules + 0, 1, pack('Ql', $rights, fileno($place)), 0);
}
for my $drop (0 .. 63) { last if syscall(${prctl}, 24, $drop, 0, 0, 0) < 0; }
call('capabilities', ${capset}, pack('Ll', 0x20080522, 0), pack('L6', (0) x 6));
call('privileges', ${prctl}, 38, 1, 0, 0, 0);
call('end', ${prctl}, 1, 9, 0, 0, 0);
exit(1) if getppid() != $first;
for my $limit (keys %limits) { call('limits', ${prlimit64}, 0, $limit + 0, pack('QQ', $limits{$limit}, $limits{$limit}), 0); }
call('Landlock', 446, $rules + 0, 0);
my $filter = $files[1];
call('filter', ${prctl}, 22, 2, pack('Sx6P', length($filter) / 8, $filter), 0, 0);
syswrite($report, "inside\\n");
exec { '/bin/bash' } 'bash', '--noprofile', '--norc', '-c', '--', $command;
die "bash: $!\\n";
`;
