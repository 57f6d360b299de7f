/** Keeps an error in one view from breaking the whole page. */
import { Component, type ReactNode } from 'react';
import { asError } from '../data/use-call.ts';
import { Failed } from './states.tsx';

type Props = { readonly children: ReactNode };
type State = { readonly thrown: unknown };

export class Boundary extends Component<Props, State> {
  override state: State = { thrown: undefined };

  static getDerivedStateFromError(thrown: unknown): State {
    return { thrown };
  }

  override render(): ReactNode {
    if (this.state.thrown === undefined) return this.props.children;
    return <Failed error={asError(this.state.thrown)} again={() => this.setState({ thrown: undefined })} />;
  }
}
