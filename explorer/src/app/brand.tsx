import { facts } from '../api/facts.js';

/** The logo and the title of the deployment. */
export const Brand = () => (
  <span className="brand">
    {facts.logo === null ? (
      <span className="brand-mark" aria-hidden="true">
        {facts.title.slice(0, 1)}
      </span>
    ) : (
      <img src={facts.logo} alt="" className="brand-logo" />
    )}
    <span className="brand-title">{facts.title}</span>
  </span>
);
