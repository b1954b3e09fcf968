/** Shows an e-mail address on at most two lines, with the line break before the domain. */
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
