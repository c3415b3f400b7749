import type { Text } from './catalogue.ts';
import type { Stage } from './stage.tsx';

/** One way to bring texts onto the screen: `open` prepares and says the address, `act` is what the person does there. */
export interface Case {
  readonly texts: readonly Text[];
  readonly cause: string;
  readonly open: string | ((stage: Stage) => Promise<string>);
  readonly act?: (stage: Stage) => Promise<void>;
}
