const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** Shows above everything that this is not the live system (part 1 §1); on localhost even before the server has said so. */
export const StagingBanner = ({ staging }: { staging: boolean }) =>
  staging || LOCAL.includes(location.hostname) ? (
    <aside className="staging" aria-label="Staging">
      Staging: this is not the live system
    </aside>
  ) : null;
