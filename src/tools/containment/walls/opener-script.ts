/** The program that opens doors, in Perl: listens on ports and sends the sockets over a channel as Node's own child processes do, with `SCM_RIGHTS`. */

/** The number of the system call `sendmsg`. */
const machines = { x64: 46, arm64: 211, riscv64: 211, loong64: 211 } as const;

/**
 * The program receives the descriptor of the channel and the ports. Undefined for an architecture that is not listed. Contains no single quotes,
 * because it is put between single quotes.
 */
export const openerScript = (machine: string): string | undefined =>
  Object.hasOwn(machines, machine) ? script(machines[machine as keyof typeof machines]) : undefined; // the condition proves that this is a key

const script = (sendmsg: number): string => `
use strict;
my ($channel, @ports) = @ARGV;
for my $port (@ports) {
  die "$port is no port\\n" if $port < 1 || $port > 65535;
  my $door;
  socket($door, 2, 1, 0) && setsockopt($door, 1, 2, pack("l", 1)) && bind($door, pack("SnC4x8", 2, $port, 127, 0, 0, 1)) && listen($door, 511) or die "$port: $!\\n";
  my $text = "{\\"cmd\\":\\"NODE_HANDLE\\",\\"type\\":\\"net.Server\\",\\"msg\\":$port}\\n";
  my $part = pack("PQ", $text, length($text));
  my $rights = pack("Qlllx4", 20, 1, 1, fileno($door));
  my $message = pack("QLx4PQPQlx4", 0, 0, $part, 1, $rights, length($rights), 0);
  syscall(${sendmsg}, $channel + 0, $message, 0) == length($text) or die "$port: $!\\n";
}
`;
