-- Words as searches compare them: without accents. Not strict, so that the planner writes it out within a
-- statement.
create function plain_text(searched text) returns text
  language sql immutable parallel safe
  return case when octet_length(searched) = length(searched) then searched
    else replace(regexp_replace(normalize(searched, NFKD), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss')
  end;
