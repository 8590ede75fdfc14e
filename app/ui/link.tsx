import {
  Link as RouterLink,
  NavLink as RouterNavLink,
  useLocation,
  type LinkProps,
  type NavLinkProps,
} from 'react-router';

/**
 * Links between pages. On the server nobody presses them: there, one to a path, or to a query of the
 * page itself, is written as the router would write it, without all that it makes ready for a press,
 * fifty times over on a page. A test compares the two.
 */
export const Link = import.meta.env.SSR ? WrittenLink : RouterLink;
export const NavLink = import.meta.env.SSR ? WrittenNavLink : RouterNavLink;

/** A link that is told any of these is for the router to write. */
const OTHERS =
  'prefetch relative mask discover reloadDocument viewTransition defaultShouldRevalidate'.split(
    ' ',
  );

function WrittenLink(props: LinkProps) {
  const { pathname } = useLocation();
  const { to, replace: _replace, state: _state, preventScrollReset: _reset, ...rest } = props;
  const { children, ...own } = rest;
  const isOwn = typeof to === 'string' && /^(\/(?!\/)|\?)/.test(to);
  if (!isOwn || OTHERS.some((name) => name in own)) return <RouterLink {...props} />;
  // An empty query is none.
  const address = to === '?' ? pathname : to.startsWith('?') ? pathname + to : to;
  return (
    <a {...own} href={address} data-discover="true">
      {children}
    </a>
  );
}

/** Says of a link to where one is, or to something above it, that it is the current one. */
function WrittenNavLink(props: NavLinkProps) {
  const { pathname } = useLocation();
  const { to, end, className, children, style, caseSensitive, ...rest } = props;
  if (typeof to !== 'string' || typeof className !== 'string') return <RouterNavLink {...props} />;
  if (typeof children === 'function' || style || caseSensitive) return <RouterNavLink {...props} />;
  const here = pathname.toLowerCase();
  const isActive = here === to || (!end && here.startsWith(`${to}/`));
  return (
    <WrittenLink
      {...rest}
      aria-current={isActive ? 'page' : undefined}
      className={isActive ? `${className} active` : className}
      to={to}
    >
      {children}
    </WrittenLink>
  );
}
