import { Drop } from '../../web/shell/Drop.tsx';
import { LINK_TYPES } from './helpful-links.contract.ts';
import { useLinks } from './useLinks.ts';

const TITLES = { Helpful: 'Helpful Links', Hotel: 'Hotel Links', PSGR: 'PSGR Links' } as const;

/** The three drop-downs of external links in the top bar. */
export function LinkLists() {
  const links = useLinks();
  return LINK_TYPES.map((type) => {
    const own = (links.data ?? []).filter((link) => link.type === type);
    return (
      <Drop key={type} label={TITLES[type]}>
        {own.map((link) => (
          <a key={link.id} href={link.url} target="_blank" rel="noreferrer">
            {link.description}
          </a>
        ))}
        {own.length === 0 && (
          <p className="quiet">{links.isError ? 'The links could not be loaded.' : 'No links yet.'}</p>
        )}
      </Drop>
    );
  });
}
