/** Takes the address that a server printed, and continues at the same place. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { openAddress } from '../data/session.ts';
import { addressAt } from '../state/new-address.ts';

export function NewAddress(): ReactNode {
  const [pasted, setPasted] = useState('');
  const [note, setNote] = useState('');
  const field = useId();
  function open(event: FormEvent): void {
    event.preventDefault();
    const address = addressAt(pasted, location.hash);
    if (address === undefined) setNote('This is not an address that artoo printed: such an address ends with a token.');
    else openAddress(address);
  }
  return (
    <form className="new-address" onSubmit={open}>
      <label htmlFor={field}>The new address</label>
      <input
        id={field}
        className="code"
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
        placeholder="http://127.0.0.1:…/#token=…"
        spellCheck={false}
        autoComplete="off"
      />
      <button type="submit" className="primary" disabled={pasted.trim() === ''}>
        Go on
      </button>
      <p className="note" role="status">
        {note}
      </p>
    </form>
  );
}
