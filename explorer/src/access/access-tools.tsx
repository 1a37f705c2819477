import { facts } from '../api/facts.js';
import './access.css';
import { ViewAs } from './view-as.js';

/** The tools of the header that depend on the rights of the person. */
export const AccessTools = () => (facts.features.viewAs ? <ViewAs /> : null);
