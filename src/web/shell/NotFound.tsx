import { ScreenLink } from '../ScreenLink.tsx';
import { usePathname } from '../params.ts';

/** The screen of an address that RIC does not have. */
export function NotFound() {
  const pathname = usePathname();
  return (
    <section className="plain">
      <h1>There is no such screen</h1>
      <p className="quiet">
        RIC has nothing at <code>{pathname}</code>. Press Ctrl K to search, or go{' '}
        <ScreenLink to="/home">home</ScreenLink>.
      </p>
    </section>
  );
}
