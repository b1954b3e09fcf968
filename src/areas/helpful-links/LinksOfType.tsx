import type { HelpfulLink } from './helpful-links.contract.ts';
import { useHelpfulLinks } from './useHelpfulLinks.ts';

/** Lists the links of one type; each opens in a new tab. */
export function LinksOfType({ type }: Pick<HelpfulLink, 'type'>) {
  const links = useHelpfulLinks();
  const own = (links.data ?? []).filter((link) => link.type === type);
  if (own.length > 0)
    return own.map((link) => (
      <a key={link.id} href={link.url} target="_blank" rel="noreferrer">
        {link.description}
      </a>
    ));
  return <p className="quiet">{links.isError ? 'The links could not be loaded.' : 'No links yet.'}</p>;
}
