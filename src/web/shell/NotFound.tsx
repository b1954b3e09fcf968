import { Link, useLocation } from '@tanstack/react-router';

/** The screen of an address that RIC does not have. */
export function NotFound() {
  const { pathname } = useLocation();
  return (
    <section className="plain">
      <h1>There is no such screen</h1>
      <p className="quiet">
        RIC has nothing at <code>{pathname}</code>. Press Ctrl K to search, or go <Link to="/home">home</Link>
        .
      </p>
    </section>
  );
}
