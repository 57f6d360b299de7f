/** What is kept of a tool's output as evidence, and shown to the model: the head and the tail, where what matters mostly stands. */

const most = 4096;
const head = 2800;
const tail = 1200;

export function headAndTail(output: string): string {
  if (output.length <= most) return output;
  const first = output.slice(0, head).replace(/[\ud800-\udbff]$/, ''); // half a character at the cut goes with the rest
  const last = output.slice(-tail).replace(/^[\udc00-\udfff]/, '');
  return `${first}\n… ${output.length - first.length - last.length} characters left out …\n${last}`;
}
