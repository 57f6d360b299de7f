/** What is kept of a tool's output as evidence, and shown to the model: the head and the tail, where what matters mostly stands. */

const most = 4096;
const head = 2800;
const tail = 1200;

export function headAndTail(output: string): string {
  if (output.length <= most) return output;
  const cut = output.length - head - tail;
  return `${output.slice(0, head)}\n… ${cut} characters left out …\n${output.slice(-tail)}`;
}
