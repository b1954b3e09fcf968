import { Button } from '../components/Button.tsx';
import { changesText, type RowChanges } from './usePageChanges.ts';

type Props = { news: (RowChanges & { show: () => void }) | null; noun: string };

/** Offers the unseen changes of others, one press away. */
export function ChangesPill({ news, noun }: Props) {
  const show = (): void => {
    news?.show();
    // The button is gone with what it said.
    document.getElementById('screen')?.focus();
  };
  return (
    <div role="status" className="list-news">
      {news && (
        <Button look="quiet" onClick={show}>
          {changesText(news, noun)}: show
        </Button>
      )}
    </div>
  );
}
