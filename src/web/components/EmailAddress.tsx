/** An e-mail address on at most two lines; it breaks before its host, if it has to. */
export function EmailAddress({ email }: { email: string }) {
  const [user, ...host] = email.split('@');
  return (
    <span className="two-lines">
      {user}
      {host.length > 0 && (
        <>
          <wbr />@{host.join('@')}
        </>
      )}
    </span>
  );
}
