module pagewright/brokenbody

go 1.21
