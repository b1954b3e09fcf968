import type { ReactNode } from 'react';
import { newLinks } from '../menu.ts';
import { useSession } from '../session.ts';
import { ScreenLink } from '../ScreenLink.tsx';
import { usePathname } from '../params.ts';

type Props = { title: ReactNode; line?: ReactNode; actions?: ReactNode };

/** A screen's one title and the line of what it shows; at the right its actions and the New links of its route. */
export function PageHead({ title, line, actions }: Props) {
  const pathname = usePathname();
  const { admin } = useSession();
  const links = newLinks(pathname, admin);
  return (
    <div className="page-head">
      <div>
        <h1>{title}</h1>
        {line !== undefined && <p className="quiet">{line}</p>}
      </div>
      <div className="row push">
        {actions}
        {links.map((link, at) => (
          <ScreenLink key={link.path} to={link.path} className="btn" data-look={at === 0 ? 'go' : undefined}>
            {link.label}
          </ScreenLink>
        ))}
      </div>
    </div>
  );
}
