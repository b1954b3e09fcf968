import { ScreenLink } from '../../navigation/ScreenLink.tsx';
import { usePathname } from '../../navigation/params.ts';

/** The screen for an unknown address. */
export const ScreenNotFound = () => <Nothing what="screen" />;

/** The screen for a record's address with an impossible record number. */
export const RecordNotFound = ({ noun }: { noun: string }) => (
  <Nothing what={noun.replaceAll(/[A-Z][a-z]/g, (start) => start.toLowerCase())} />
);

function Nothing({ what }: { what: string }) {
  const pathname = usePathname();
  return (
    <section className="plain">
      <h1>There is no such {what}</h1>
      <p className="quiet">
        RIC has nothing at <code>{pathname}</code>. Press Ctrl K to search, or go{' '}
        <ScreenLink to="/home">home</ScreenLink>.
      </p>
    </section>
  );
}
